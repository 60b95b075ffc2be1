/** Names of documents as part of a sentence: one or two by name, more as a count. */
export function documentsInWords(names: readonly string[]): string {
  const [first = 'a document', second] = names
  if (names.length <= 1) return first
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${names.length - 1} other documents`
}
