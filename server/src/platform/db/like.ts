/** The text as part of a LIKE pattern, without the meaning that `%`, `_` and `\` have there. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern for values that contain the text. */
export const containing = (text: string): string => `%${escapeLike(text)}%`
