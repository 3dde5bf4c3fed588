// Bodies that stand in each other or in walls before anything has moved.
#pragma once

#include "contact/solids.h"

#include <vector>

namespace flotsam::contact {

struct Overlap {
    Index a = 0, b = 0; // solids, a < b
    double depth = 0.0; // m
    Vec3 at = Vec3::Zero();
};

// Pairs deeper in each other than `least`, deepest first. Pairs that never move are left out.
std::vector<Overlap> find_overlaps(const Solids& solids, const rigid::Bodies& bodies, double least);

} // namespace flotsam::contact
