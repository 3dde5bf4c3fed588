#include "contact/islands.h"

#include "contact/pair_geometry.h"
#include "core/error.h"

#include <numeric>

namespace flotsam::contact {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Counting sort of numbers 0 .. keys.size()-1 by key, ascending in each; keys below 0 are left out.
void group(const std::vector<Index>& keys, Index groups, std::vector<Index>& members,
           std::vector<Index>& first)
{
    first.assign(at(groups) + 1, 0);
    for (const Index k : keys)
        if (k >= 0)
            ++first[at(k) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    members.resize(at(first.back()));
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i] >= 0)
            members[at(first[at(keys[i])]++)] = static_cast<Index>(i);
    for (std::size_t g = at(groups); g > 0; --g)
        first[g] = first[g - 1];
    first[0] = 0;
}

} // namespace

// Roots are the smallest numbers of their sets, so that the result does not depend on the order of
// the unions.
Index Islands::root(Index body)
{
    while (parent_[at(body)] != body) {
        parent_[at(body)] = parent_[at(parent_[at(body)])];
        body = parent_[at(body)];
    }
    return body;
}

void Islands::find(std::span<const ContactPoint> points, std::span<const Inertial> bodies_in)
{
    const auto count = static_cast<Index>(bodies_in.size());
    constexpr Index fixed = -1;
    parent_.resize(bodies_in.size());
    for (Index i = 0; i < count; ++i)
        parent_[at(i)] = moves(bodies_in[at(i)]) ? i : fixed;

    for (const ContactPoint& p : points) {
        const auto [a, b, point] = p.key;
        expects(a >= 0 && b >= 0 && a < count && b < count, "contacts name bodies that are there");
        if (parent_[at(a)] == fixed || parent_[at(b)] == fixed)
            continue;
        const Index ra = root(a);
        const Index rb = root(b);
        parent_[at(std::max(ra, rb))] = std::min(ra, rb);
    }

    island_.assign(bodies_in.size(), -1);
    of_point_.resize(points.size());
    Index islands = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto [a, b, point] = points[i].key;
        const Index body = parent_[at(a)] != fixed ? a : b;
        if (parent_[at(body)] == fixed) {
            of_point_[i] = -1;
            continue;
        }
        Index& number = island_[at(root(body))];
        if (number < 0)
            number = islands++;
        of_point_[i] = number;
    }
    group(of_point_, islands, rows, first_row);

    for (Index i = 0; i < count; ++i)
        if (parent_[at(i)] != fixed)
            island_[at(i)] = island_[at(root(i))];
    group(island_, islands, bodies, first_body);
}

} // namespace flotsam::contact
