# flotsam_library(NAME HEADERS ... SOURCES ... USES ...): one library a folder, flotsam::NAME,
# with our warnings; USES are flotsam:: folders or imported targets, passed on to users.

add_library(flotsam_flags INTERFACE)
target_compile_options(flotsam_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion
  -Wno-restrict                  # GCC 12 warns falsely on "literal" + std::string (GCC bug 105651)
  -ffp-contract=off              # the same bits whether or not the processor has FMA
  -fno-math-errno                # sqrt as an instruction, so that loops with it vectorise; same values
  $<$<CONFIG:Release>:-O3>
  $<$<BOOL:${FLOTSAM_NATIVE}>:-march=native>
  $<$<BOOL:${FLOTSAM_WERROR}>:-Werror>)
if(FLOTSAM_SANITIZE)
  target_compile_options(flotsam_flags INTERFACE
    -fsanitize=${FLOTSAM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(flotsam_flags INTERFACE -fsanitize=${FLOTSAM_SANITIZE})
endif()

function(flotsam_library name)
  cmake_parse_arguments(arg "" "" "HEADERS;SOURCES;USES" ${ARGN})
  add_library(flotsam_${name} STATIC ${arg_HEADERS} ${arg_SOURCES})
  add_library(flotsam::${name} ALIAS flotsam_${name})
  target_include_directories(flotsam_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(flotsam_${name} PUBLIC ${arg_USES} PRIVATE flotsam_flags)
endfunction()
