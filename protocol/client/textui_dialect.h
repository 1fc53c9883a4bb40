/* textui_dialect: the editions of TextUI, which differ in their commands and in their clocks. */
#ifndef MISERE_CLIENT_TEXTUI_DIALECT_H
#define MISERE_CLIENT_TEXTUI_DIALECT_H

typedef enum { TEXTUI_SPRING_2007, TEXTUI_FALL_2003, TEXTUI_DIALECTS } TextUiDialect;

#endif
