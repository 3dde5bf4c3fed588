#include "sph/multigrid.h"
#include "tests/support/periodic_box.h"

#include <doctest/doctest.h>
#include <omp.h>

using namespace flotsam;
using namespace flotsam::tests;

namespace {

void jitter(Tank& t, double share)
{
    std::mt19937 generator(5);
    const double d = share * t.method.fluid.spacing;
    std::uniform_real_distribution<double> u(-d, d);
    for (Vec3& x : t.state.fluid.position)
        x += Vec3(u(generator), t.method.fluid.dimension == 2 ? 0.0 : u(generator), u(generator));
}

const sph::PressureMatrix& assemble(Tank& t)
{
    prepare(t);
    sph::predict_velocity(t.state.fluid, t.state.boundary, t.method.fluid, t.state.work, 1e-3);
    t.state.work.pressure.assemble(t.state.fluid, t.state.work.v_star, t.method.fluid,
                                   t.state.work.pairs, 1e-3);
    return t.state.work.pressure.matrix();
}

// Water `layers` spacings deep; 2D: three times as wide; 3D: `across` wide.
Tank still_column(int dimension, int layers, int across)
{
    TankSpec spec;
    spec.dimension = dimension;
    spec.tank = Vec3(across * 0.01, across * 0.01, (layers + 10) * 0.01);
    spec.water = Vec3(across * 0.01, across * 0.01, layers * 0.01);
    Tank t = make_tank(spec);
    jitter(t, 0.05);
    return t;
}

// Water with a drop, a lone pair and a lone particle above it.
Tank splashed(int dimension)
{
    Tank t = still_column(dimension, 12, 14);
    sph::Fluid& f = t.state.fluid;
    for (const Vec3& x : {Vec3(0.05, 0.0, 0.16), Vec3(0.05, 0.0, 0.164), Vec3(0.1, 0.0, 0.19)}) {
        f.position.push_back(dimension == 2 ? x : Vec3(x + Vec3(0.0, 0.07, 0.0)));
        f.id.push_back(static_cast<std::int64_t>(f.id.size()));
    }
    f.resize(f.position.size());
    return t;
}

std::vector<double> noise(std::size_t count, unsigned seed)
{
    std::mt19937 generator(seed);
    std::normal_distribution<double> normal;
    std::vector<double> r(count);
    for (double& x : r)
        x = normal(generator);
    return r;
}

// Largest difference between P^T (A P x) from the finer level and the coarse level's own product,
// relative to the largest product, for random x.
double galerkin_error(const std::vector<double>& fine_product, const std::vector<Index>& owner,
                      sph::CellLevel level, const std::vector<double>& x)
{
    std::vector<double> sum(level.size(), 0.0);
    for (std::size_t i = 0; i < owner.size(); ++i)
        sum[static_cast<std::size_t>(owner[i])] += fine_product[i];
    for (std::size_t c = 0; c < level.size(); ++c) {
        level.x[c] = static_cast<float>(x[c]);
        level.b[c] = 0.0f;
    }
    sph::find_residual(level);
    double worst = 0.0, largest = 0.0;
    for (std::size_t c = 0; c < level.size(); ++c) {
        worst = std::max(worst, std::abs(sum[c] + static_cast<double>(level.residual[c])));
        largest = std::max(largest, std::abs(sum[c]));
    }
    return worst / largest;
}

std::vector<double> product(sph::CellLevel level, const std::vector<double>& x)
{
    for (std::size_t c = 0; c < level.size(); ++c) {
        level.x[c] = static_cast<float>(x[c]);
        level.b[c] = 0.0f;
    }
    sph::find_residual(level);
    std::vector<double> y(level.size());
    for (std::size_t c = 0; c < level.size(); ++c)
        y[c] = -static_cast<double>(level.residual[c]);
    return y;
}

int iterations(Tank& t, sph::SolverKind kind, double tolerance)
{
    assemble(t);
    t.method.fluid.solver = kind;
    t.method.fluid.tolerance = tolerance;
    std::fill(t.state.fluid.pressure.begin(), t.state.fluid.pressure.end(), 0.0);
    const auto report = t.state.work.pressure.solve_assembled(t.state.fluid.pressure, t.method.fluid, 1e-3);
    CHECK(report.converged);
    return report.iterations;
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("the cells' matrix is the exact Galerkin product on every level - 2D 3D and periodic")
    {
        std::vector<Tank> tanks;
        tanks.push_back(splashed(2));
        tanks.push_back(splashed(3));
        tanks.push_back(make_periodic_box(17, 2, 0.2)); // 7 cells a side: odd and wrapping
        tanks.push_back(make_periodic_box(13, 3, 0.2)); // 5, 3, 2, 1 cells a side
        for (Tank& t : tanks) {
            const sph::PressureMatrix& matrix = assemble(t);
            std::vector<Index> owner;
            sph::CellLevel fine, coarse;
            sph::gather_cells(matrix, owner, fine);
            std::vector<double> x = noise(fine.size(), 3);
            std::vector<double> spread(owner.size()), y(owner.size());
            for (std::size_t i = 0; i < owner.size(); ++i)
                spread[i] = static_cast<double>(static_cast<float>(x[static_cast<std::size_t>(owner[i])]));
            sph::apply(matrix, spread, y);
            // Entries are sums rounded to single precision: a few 1e-7 of the row.
            CHECK(galerkin_error(y, owner, fine, x) < 3e-6);
            while (fine.size() > 1) {
                sph::merge_cells(fine, coarse);
                REQUIRE(coarse.size() < fine.size());
                x = noise(coarse.size(), 4);
                std::vector<double> finer(fine.size());
                for (std::size_t c = 0; c < fine.size(); ++c)
                    finer[c] = x[static_cast<std::size_t>(fine.parent[c])];
                if (coarse.size() > 1)
                    CHECK(galerkin_error(product(fine, finer), fine.parent, coarse, x) < 1e-5);
                fine = coarse;
            }
        }
    }

    TEST_CASE("the multigrid cycle is symmetric and positive - also with drops and lone pairs")
    {
        for (int dimension : {2, 3}) {
            Tank t = splashed(dimension);
            const sph::PressureMatrix& matrix = assemble(t);
            sph::MultigridPreconditioner cycle;
            cycle.prepare(matrix);
            const auto count = matrix.diagonal.size();
            const std::vector<double> r = noise(count, 1), s = noise(count, 2);
            std::vector<double> mr(count), ms(count);
            const double rr = cycle.apply(r, mr);
            const double ss = cycle.apply(s, ms);
            double rs = 0.0, sr = 0.0;
            for (std::size_t i = 0; i < count; ++i) {
                rs += r[i] * ms[i];
                sr += s[i] * mr[i];
            }
            CHECK(rr > 0.0);
            CHECK(ss > 0.0);
            CHECK(std::abs(rs - sr) < 1e-5 * std::sqrt(rr * ss));
            // The hardest directions: one particle of the lone pair against the other.
            for (std::size_t i = 0; i < count; ++i) {
                std::vector<double> e(count, 0.0), z(count);
                e[i] = 1.0;
                const auto row = matrix.rows->row(static_cast<Offset>(i));
                if (row.size() > 1)
                    continue;
                for (Index j : row)
                    e[static_cast<std::size_t>(j)] = -1.0;
                CHECK(cycle.apply(e, z) > 0.0);
            }
        }
    }

    TEST_CASE("multigrid and Jacobi find the same pressure to 1e-6")
    {
        for (int dimension : {2, 3}) {
            Tank t = splashed(dimension);
            iterations(t, sph::SolverKind::jacobi, 1e-10);
            const std::vector<double> reference = t.state.fluid.pressure;
            iterations(t, sph::SolverKind::multigrid, 1e-10);
            double worst = 0.0, largest = 0.0;
            for (std::size_t i = 0; i < reference.size(); ++i) {
                worst = std::max(worst, std::abs(reference[i] - t.state.fluid.pressure[i]));
                largest = std::max(largest, std::abs(reference[i]));
            }
            // Residuals of 1e-10, amplified by the stiffness of 12 layers: (4 x 12 / pi)^2 = 230 at most,
            // and the floor of the solve, a strain of 1e-10 a step.
            CHECK(worst < 1e-6 * largest);
        }
    }

    TEST_CASE("a sealed fluid without anything that fixes its pressure converges with multigrid")
    {
        for (int dimension : {2, 3}) {
            Tank t = make_periodic_box(dimension == 2 ? 40 : 16, dimension, 0.2);
            for (std::size_t i = 0; i < t.state.fluid.position.size(); ++i)
                t.state.fluid.velocity[i].x() = std::sin(6.283185307179586 * t.state.fluid.position[i].x());
            const int count = iterations(t, sph::SolverKind::multigrid, 1e-6);
            MESSAGE(dimension, "D: ", count, " iterations to 1e-6");
            CHECK(count <= 25);
        }
    }

    TEST_CASE("the multigrid cycle gives the same bits for 1 2 3 and 8 threads")
    {
        Tank t = still_column(3, 40, 40); // cell levels large enough to be shared out
        const sph::PressureMatrix& matrix = assemble(t);
        const std::vector<double> r = noise(matrix.diagonal.size(), 7);
        const int before = omp_get_max_threads();
        std::vector<double> first;
        for (int threads : {1, 2, 3, 8}) {
            omp_set_num_threads(threads);
            sph::MultigridPreconditioner cycle;
            cycle.prepare(matrix);
            std::vector<double> z(r.size());
            cycle.apply(r, z);
            if (first.empty())
                first = z;
            CHECK(first == z);
        }
        omp_set_num_threads(before);
    }

    TEST_CASE("cold pressure solves to 1e-3 take at most 12 iterations whatever the depth - 2D")
    {
        for (int layers : {25, 100, 200}) {
            Tank t = still_column(2, layers, 60);
            const int count = iterations(t, sph::SolverKind::multigrid, 1e-3);
            MESSAGE(layers, " layers: ", count, " iterations");
            CHECK(count <= 12);
        }
    }

    TEST_CASE("cold pressure solves to 1e-3 take at most 12 iterations whatever the depth - 3D")
    {
        for (int layers : {20, 50, 100}) {
            Tank t = still_column(3, layers, 20);
            const int count = iterations(t, sph::SolverKind::multigrid, 1e-3);
            MESSAGE(layers, " layers: ", count, " iterations");
            CHECK(count <= 12);
        }
    }
}
