/**
 * What the product's specification says word for word, and where a test looks for it. One file for each document of the
 * specification and one for what both have in common: limits, routes, and what is built differently on purpose.
 */

/** A label or message; a pair where a test looks for other words, such as those with a placeholder filled in. */
export type SpecifiedText = string | readonly [specified: string, asserted: string]

/** The heading in the specification → the file that asserts the texts → the texts. */
export type SpecifiedTexts = Readonly<Record<string, Readonly<Record<string, readonly SpecifiedText[]>>>>
