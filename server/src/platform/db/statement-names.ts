const maxNames = 500
const names = new Map<string, string>()

/**
 * The name under which a statement is prepared once per session and then only run.
 * Past the limit statements stay unnamed: texts built from lists of changing length would fill every session.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
