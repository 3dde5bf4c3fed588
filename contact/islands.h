// Sets of bodies that touch each other directly or through others: what happens in one island does
// not concern another in this step. Bodies that do not answer to impulses (walls, fixed and
// prescribed bodies) belong to none and connect nothing.
#pragma once

#include "contact/settings.h"

#include <vector>

namespace flotsam::contact {

struct Islands {
    std::vector<Index> rows;       // numbers of contacts, island after island, ascending in each
    std::vector<Index> first_row;  // of island i; one more at the end
    std::vector<Index> bodies;     // moving bodies with contacts, island after island, ascending
    std::vector<Index> first_body; // of island i; one more at the end

    Index count() const { return static_cast<Index>(first_row.size()) - 1; }

    // Contacts of two bodies that cannot move are left out.
    void find(std::span<const ContactPoint> points, std::span<const Inertial> bodies_in);

private:
    Index root(Index body);

    std::vector<Index> parent_;
    std::vector<Index> island_;   // of a root, -1 = none yet
    std::vector<Index> of_point_; // island of a contact, -1 = left out
};

} // namespace flotsam::contact
