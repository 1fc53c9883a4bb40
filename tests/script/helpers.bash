# Helpers of several .bats files.

# not COMMAND...: bats overlooks a failing `! command`.
not() {
    ! "$@"
}
