/** How sure a rule is, as people read it. */
export const confidenceWords = { high: 'High', medium: 'Medium', low: 'Low' } as const
