#include "contact/pair_rules.h"

#include "core/error.h"

#include <algorithm>
#include <map>

namespace flotsam::contact {

namespace {

// How close a name comes to a party: 0 not at all, 1 "*", 2 family, 3 its own name.
int closeness(const Named& named, const Party& party)
{
    if (named.everything)
        return 1;
    if (named.name == party.name)
        return 3;
    return !party.family.empty() && named.name == party.family ? 2 : 0;
}

struct Half {
    int close = 0;
    int face = -1;
};

Half match(const Named& named, const Party& party)
{
    return {closeness(named, party), named.face.value_or(-1)};
}

} // namespace

std::optional<Named> resolve_name(const std::string& text, std::span<const Party> parties)
{
    if (text == "*")
        return Named{true, "", std::nullopt};
    for (const Party& party : parties)
        for (const std::string& name : {party.name, party.family}) {
            if (name.empty())
                continue;
            if (text == name)
                return Named{false, name, std::nullopt};
            if (text.size() <= name.size() + 1 || text.compare(0, name.size(), name) != 0 ||
                text[name.size()] != '.')
                continue;
            const auto face =
                std::find(party.faces.begin(), party.faces.end(), text.substr(name.size() + 1));
            if (face != party.faces.end())
                return Named{false, name, static_cast<int>(face - party.faces.begin())};
        }
    return std::nullopt;
}

PairRules::PairRules(std::span<const Party> parties, std::span<const NamedRule> named,
                     const PairRule& otherwise)
    : rules_{otherwise}
{
    std::vector<std::pair<Named, Named>> names;
    for (const NamedRule& rule : named) {
        const auto first = resolve_name(rule.first, parties);
        const auto second = resolve_name(rule.second, parties);
        expects(first && second, "the names of pair rules have been checked");
        names.emplace_back(*first, *second);
        rules_.push_back(rule.rule);
    }
    // Solids that all rules treat alike are of one kind: what it takes is the list of closenesses.
    std::map<std::vector<int>, Index> known;
    std::vector<const Party*> example;
    for (const Party& party : parties) {
        std::vector<int> marks;
        for (const auto& [first, second] : names) {
            marks.push_back(closeness(first, party));
            marks.push_back(closeness(second, party));
        }
        const auto [it, is_new] = known.try_emplace(marks, static_cast<Index>(example.size()));
        if (is_new)
            example.push_back(&party);
        kind_.push_back(it->second);
    }
    kinds_ = example.size();
    for (const Party* a : example)
        for (const Party* b : example) {
            Cell cell;
            cell.first_face = static_cast<Index>(face_rules_.size());
            int best = 0;
            for (std::size_t r = 0; r < names.size(); ++r) {
                const auto consider = [&](const Half& x, const Half& y) {
                    if (x.close == 0 || y.close == 0)
                        return;
                    const int close = x.close + y.close + 10 * ((x.face >= 0) + (y.face >= 0));
                    const auto rule = static_cast<Index>(r + 1);
                    if (x.face >= 0 || y.face >= 0)
                        face_rules_.push_back({x.face, y.face, rule, close});
                    else if (close >= best) {
                        best = close;
                        cell.rule = rule;
                    }
                };
                const auto& [first, second] = names[r];
                consider(match(first, *a), match(second, *b));
                consider(match(second, *a), match(first, *b));
            }
            std::stable_sort(face_rules_.begin() + cell.first_face, face_rules_.end(),
                             [](const FaceRule& x, const FaceRule& y) {
                                 return x.closeness != y.closeness ? x.closeness > y.closeness
                                                                   : x.rule > y.rule;
                             });
            cell.last_face = static_cast<Index>(face_rules_.size());
            table_.push_back(cell);
        }
}

Index PairRules::find(Index a, int fa, Index b, int fb) const
{
    if (kinds_ == 0)
        return 0;
    const Cell& c = cell(a, b);
    for (Index n = c.first_face; n < c.last_face; ++n) {
        const FaceRule& r = face_rules_[static_cast<std::size_t>(n)];
        if ((r.fa < 0 || r.fa == fa) && (r.fb < 0 || r.fb == fb))
            return r.rule;
    }
    return c.rule;
}

} // namespace flotsam::contact
