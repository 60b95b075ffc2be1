interface Replaced {
  /** In the specification's words. */
  readonly says: string
  /** What the product does instead, and why. */
  readonly instead: string
}

/** What the specification describes of an unfinished product, or of the service it ran on, and the product does differently. */
export const replaced: readonly Replaced[] = [
  { says: 'Status (always Active)', instead: 'The real status of the account' },
  { says: 'Status Active', instead: 'The real status of the account' },
  { says: 'a fixed date in April 2025', instead: 'The day of registration' },
  { says: 'Both flows only wait 1 second', instead: 'Both flows are real' },
  { says: 'Simulated waits of 1 second', instead: 'Both flows are real' },
  { says: 'Simulated waits: 1 second', instead: 'Both flows are real' },
  {
    says: 'Enable Two-Factor and Change Password only wait 1 second',
    instead: 'Both flows are real',
  },
  { says: 'Activity log coming soon...', instead: 'The real log of the own activity' },
  {
    says: 'Sample business dashboard counts: 15 received, 3 pending, 12 verified, 8 active users',
    instead: 'Counts of what the business has received',
  },
  { says: 'a Verified date', instead: 'The date is in the history of the document, with who verified it' },
  {
    says: 'verification (All, Verified',
    instead: 'Three filters stand side by side, so each says what it shows all of: “All Verification”',
  },
  {
    says: 'limit 100, offset 0',
    instead: 'Pages of 25, at most 100, found by the last row instead of an offset (0059)',
  },
  {
    says: 'Default cache control 3600',
    instead: 'Private data isn’t kept; files with a hash in their name for a year',
  },
  { says: 'Signing key cache 10 minutes', instead: 'The server signs its links itself' },
  { says: 'a count probe with limit 1', instead: 'One call returns the list and the count' },
  { says: 'retry on 502/503/504', instead: 'Calls are retried after the time that a 503 names (0161)' },
  { says: 'for {id}/{name}', instead: 'Files are found by ID and rendition, not by their name (0045)' },
  {
    says: 'under the path {userId}/{random name}.{extension}',
    instead: 'Files are found by ID and rendition, not by a path (0045)',
  },
  {
    says: 'No user returned from login',
    instead: 'Can’t occur: the call returns a person, or an error that has a text',
  },
  {
    says: 'No user returned from registration',
    instead: 'Can’t occur: the call returns a person, or an error that has a text',
  },
  {
    says: 'Failed to create user profile',
    instead: 'Can’t occur: account and profile are created in one transaction',
  },
  { says: 'No authenticated user', instead: 'Can’t occur: the guard shows the login first' },
]
