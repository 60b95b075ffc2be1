/** The first step of every build: a mistake in a file of `knowledge` stops it, with the file and the field. */
import process from 'node:process'

try {
  await Promise.all([
    import('../../knowledge/src/rules.ts'),
    import('../../knowledge/src/card-class.ts'),
    import('../../knowledge/src/cards.ts'),
    import('../../knowledge/src/fingerprints.ts'),
  ])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
