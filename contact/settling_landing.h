// What a settling body does on its new contact points: rebound, stop, or turn about some of them.
//
// It stops if its centre of mass stands over them. Otherwise the points that keep contact carry the
// whole impulse, so that angular momentum about them is kept ([D21] leaves the jump open):
//
//   about a corner V   omega' = I_V^-1 L_V,              L_V = I_c omega + m (x - V) x v
//   about a side e     omega' = e (e . L_V)/(e . I_V e)
//
// That is the motion if no other contact point is pushed into the surface and no carrying point
// would have to pull. Sides of the points' outline are tried first, the one that turned before
// ahead of all ("axis kept"), then its corners. Gravity takes part through v + g tau with a tiny
// tau, so that the same test also tells how a body at rest begins to turn.
#pragma once

#include "contact/settling_support.h"

namespace flotsam::contact {

// The body as it is when it touches; `support` is what it touches with.
void land(const SettlingModel& m, const SettlingSupport& support, SettlingBody& b,
          SettlingBook& book);

} // namespace flotsam::contact
