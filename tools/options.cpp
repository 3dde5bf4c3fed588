#include "tools/options.h"

#include "core/error.h"

#include <cmath>
#include <iostream>

namespace flotsam::tools {

namespace po = boost::program_options;

std::vector<std::string> Parsed::list(const char* name) const
{
    return has(name) ? values[name].as<std::vector<std::string>>() : std::vector<std::string>{};
}

std::string Parsed::text(const char* name) const
{
    return has(name) ? values[name].as<std::string>() : std::string();
}

int Parsed::number(const char* name, int least, int most) const
{
    const int value = values[name].as<int>();
    if (value < least || value > most)
        throw UserError("--" + std::string(name) + " " + std::to_string(value)
                        + ": expected a whole number from " + std::to_string(least) + " to "
                        + std::to_string(most));
    return value;
}

double Parsed::seconds(const char* name) const
{
    const double value = values[name].as<double>();
    if (!(value >= 0.0) || std::isinf(value))
        throw UserError("--" + std::string(name) + ": expected seconds, 0 or more");
    return value;
}

Parsed parse(const std::vector<std::string>& words, const po::options_description& options,
             const std::string& usage, const std::string& sentence, const std::string& subject)
{
    po::options_description visible = options;
    visible.add_options()("help,h", "this text");
    po::options_description all = visible;
    po::positional_options_description positional;
    if (!subject.empty()) {
        all.add_options()("subject", po::value<std::vector<std::string>>());
        positional.add("subject", -1);
    }
    Parsed parsed;
    try {
        po::store(po::command_line_parser(words).options(all).positional(positional).run(),
                  parsed.values);
        po::notify(parsed.values);
    } catch (const po::error& error) {
        throw UserError("flotsam " + usage + ": " + error.what());
    }
    if (parsed.has("help")) {
        std::cout << "flotsam " << usage << " [options]\n" << sentence << "\n\n" << visible;
        parsed.help = true;
        return parsed;
    }
    const auto subjects = parsed.list("subject");
    if (!subject.empty() && subjects.size() != 1)
        throw UserError("flotsam " + usage + ": expected one " + subject + ", found "
                        + std::to_string(subjects.size()));
    if (!subject.empty())
        parsed.subject = subjects[0];
    return parsed;
}

} // namespace flotsam::tools
