import pg from 'pg'

const { builtins } = pg.types

/** PostgreSQL's own object ids of array types, the same on every server. */
const arrayOf = { text: 1009, int8: 1016, numeric: 1231, date: 1182, timestamp: 1115, interval: 1187 }

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [builtins.NUMERIC, asText],
  [builtins.DATE, asText],
  [builtins.TIMESTAMP, utcTimestamp],
  [builtins.INTERVAL, asText],
  [arrayOf.int8, arrayParser(safeInteger)],
  [arrayOf.numeric, arrayParser(asText)],
  [arrayOf.date, arrayParser(asText)],
  [arrayOf.timestamp, arrayParser(utcTimestamp)],
  [arrayOf.interval, arrayParser(asText)],
])

/** Converts database values to JavaScript values, identically on both databases. */
export const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

function asText(text: string): string {
  return text
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The database returned the integer ${text}, which is too large to be exact.`)
  }
  return value
}

/** A timestamp without a time zone means UTC here; the client library would use the machine's time zone. */
function utcTimestamp(text: string): unknown {
  return pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text')(text.replace(/(\d)( BC)?$/, '$1+00$2'))
}

function arrayParser(parse: (text: string) => unknown): (text: string) => unknown {
  const parseTexts = pg.types.getTypeParser(arrayOf.text, 'text')
  const parseItem = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(parseItem)
    return item === null ? null : parse(String(item))
  }
  return (text) => parseItem(parseTexts(text))
}
