/** The first step of every build: a mistake in a data file stops it, with the file and the field. */
try {
  await Promise.all([import('./rules.ts'), import('./cards.ts'), import('./fingerprints.ts')])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
