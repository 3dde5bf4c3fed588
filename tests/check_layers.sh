#!/usr/bin/env bash
# The rule between folders, and the rules that a compiler does not check:
#   core <- sph; core <- rigid <- contact; all <- coupling <- cases <- tools; core <- tools/render <- tools
#   VTK only in core/io and its tests, toml++ only in cases, Boost.Program_options only in tools
#   names of tests without commas and semicolons: with them they lose their label in ctest
#   no source file of more than 420 lines
# Usage: check_layers.sh [TREE]. Says file and line of every breach; exit code 1 if there is one.
set -uo pipefail
cd "${1:-$(dirname "$0")/..}" || exit 2

declare -A knows=(
    [core]="core"
    [sph]="core sph"
    [rigid]="core rigid"
    [contact]="core rigid contact"
    [coupling]="core sph rigid contact coupling"
    [cases]="core sph rigid contact coupling cases"
    [tools]="core sph rigid contact coupling cases tools"
)
folders="core sph rigid contact coupling cases tools"
breaches=0

breach() {
    echo "$1"
    breaches=$((breaches + 1))
}

sources() { # of the folders named, as far as they are there
    local folder
    for folder in "$@"; do
        [ -d "$folder" ] && find "$folder" -name '*.cpp' -o -name '*.h' -type f | grep "^$folder/"
    done | sort -u
}

# file:line:text of every #include in the files named on standard input
includes() { xargs -r grep -HnE '^[[:space:]]*#[[:space:]]*include'; }

for folder in $folders; do
    while IFS=: read -r file line text; do
        [[ $text =~ \"([a-z]+)/ ]]
        used=${BASH_REMATCH[1]}
        [[ " ${knows[$folder]} " == *" $used "* ]] || breach "$file:$line: $folder must not know $used"
    done < <(sources "$folder" | includes | grep -E "\"(${folders// /|}|tests)/")
done

while IFS=: read -r file line _; do
    breach "$file:$line: tools/render must know nothing but core"
done < <(sources tools | grep '^tools/render/' | includes | grep -E '"[a-z]+/' | grep -vE '"(core|tools/render)/')

only_in() { # pattern, name, folders where it may be included
    local pattern=$1 name=$2 allowed=$3
    while IFS=: read -r file line _; do
        [[ $file =~ ^($allowed)/ ]] || breach "$file:$line: $name has no place here"
    done < <(sources $folders tests | includes | grep -E "$pattern")
}
only_in '<vtk' VTK 'core/io|tests/core'
only_in 'toml\+\+|toml\.hpp' 'toml++' 'cases|tests/cases'
only_in 'program_options' Program_options 'tools|tests/tools'

# A name may stand on the lines after TEST_CASE(, in several pieces.
while read -r place; do
    breach "$place: a test's name has a comma or a semicolon"
done < <(sources tests | xargs -r awk '
    FNR == 1 { inside = 0 }
    /^[ \t]*TEST_CASE(_FIXTURE|_TEMPLATE)?\(/ { inside = 1; start = FNR; name = "" }
    inside {
        line = $0
        while (match(line, /"[^"]*"/)) {
            name = name substr(line, RSTART, RLENGTH)
            line = substr(line, RSTART + RLENGTH)
        }
        if (line ~ /\)/) {
            if (name ~ /[,;]/)
                print FILENAME ":" start
            inside = 0
        }
    }')

while read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 420 ] || breach "$file:421: $lines lines; a file has at most 420"
done < <(sources $folders tests)

[ "$breaches" -eq 0 ] || echo "$breaches breaches of the rules in tests/check_layers.sh"
[ "$breaches" -eq 0 ]
