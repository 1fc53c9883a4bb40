/* hold FILE: opens or creates a file so that other programs may read but not change it, prints
 * `held`, and keeps it open until the end of standard input. */
#include <stdio.h>
#include <windows.h>

int main(int argc, char **argv) {
    HANDLE file = argc == 2 ? CreateFileA(argv[1], GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_ALWAYS,
                                          FILE_ATTRIBUTE_NORMAL, NULL)
                            : INVALID_HANDLE_VALUE;
    if (file == INVALID_HANDLE_VALUE)
        return 1;
    puts("held");
    fflush(stdout);
    while (getchar() != EOF)
        ;
    return !CloseHandle(file);
}
