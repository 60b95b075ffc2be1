import { z } from 'zod'

/** What an integer of the database holds: a larger number would be refused only there, as a failure of ours. */
export const largestInteger = 2 ** 31 - 1

/** A change names the version that it's based on. */
export const Version = z.int().min(1).max(largestInteger)

/** The version that a page shows, as part of an address. */
export const VersionInUrl = z.coerce.number().int().min(1).max(largestInteger)
