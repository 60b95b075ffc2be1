/** Values that nobody sends on purpose, except to find out what happens. */
import fc from 'fast-check'

export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202egnp.exe',
  '\u200b',
  '../../etc/passwd',
  "'; drop table users; --",
  '%00',
  '%',
  '__proto__',
  'constructor',
  '0',
  '-1',
  '1e999',
  '9'.repeat(40),
  'a'.repeat(5000),
  '4111 1111 1111 1111',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30',
  'a@b',
  '🧾',
  '=cmd|',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nSet-Cookie: a=b',
]

const oddValue = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts, null, true, 0, -1, 1.5, 2 ** 53, 1e308, [], {}, [[]], { length: 1 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

export type OddBody =
  | { kind: 'field'; at: number; value: unknown }
  | { kind: 'drop'; at: number }
  | { kind: 'add'; name: string; value: unknown }
  | { kind: 'whole'; value: unknown }
  | { kind: 'raw'; text: string; type: string }

/** A change to a body that would be fine. */
export const oddBody: fc.Arbitrary<OddBody> = fc.oneof(
  fc.record({ kind: fc.constant('field' as const), at: fc.nat(9), value: oddValue }),
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat(9) }),
  fc.record({
    kind: fc.constant('add' as const),
    name: fc.constantFrom('__proto__', 'constructor', 'id', 'role', 'userId', ''),
    value: oddValue,
  }),
  fc.record({ kind: fc.constant('whole' as const), value: oddValue }),
  fc.record({
    kind: fc.constant('raw' as const),
    text: fc.constantFrom('', '{', '[1', 'null', '\u0000', '{"a":1e999}', '['.repeat(5000)),
    type: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data; boundary=x', 'x', ''),
  }),
)

export function changeBody(body: object, change: OddBody): unknown {
  const names = Object.keys(body)
  switch (change.kind) {
    case 'field':
      return { ...body, [names[change.at % names.length] ?? 'x']: change.value }
    case 'drop':
      return Object.fromEntries(Object.entries(body).filter((_, at) => at !== change.at % names.length))
    case 'add':
      return Object.fromEntries([...Object.entries(body), [change.name, change.value]])
    case 'whole':
      return change.value
    case 'raw':
      return body
  }
}

export const ranges = [
  'bytes=1-',
  'bytes=1-',
  'bytes=9-',
  'bytes=0-0',
  'bytes=-1',
  'bytes=-99999999',
  'bytes=5-4',
  'bytes=0-,1-',
  'bytes=99999999-',
  'BYTES=1-',
  'bytes=x',
  '',
]

export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constantFrom(...ranges).map((range) => ({ range })),
  fc.constantFrom(...ranges).map((range) => ({ range, 'if-range': '"x"' })),
  fc.constantFrom('*', '"x"', 'W/"x"', 'x').map((tag) => ({ 'if-none-match': tag })),
  fc.constantFrom('https://elsewhere.example', 'null', '').map((origin) => ({ origin })),
  fc.constantFrom('10.9.9.9', '::1', 'x').map((address) => ({ 'x-forwarded-for': address })),
  fc.constantFrom('x', '*/*;q=0', 'text/html').map((accept) => ({ accept })),
  fc.constantFrom('Bearer x', 'Bearer exk_x', 'Basic eDp4').map((authorization) => ({ authorization })),
  fc.constantFrom('', 'é', 'a'.repeat(2000)).map((agent) => ({ 'user-agent': agent })),
  fc.constantFrom('x', 'a'.repeat(500)).map((key) => ({ 'idempotency-key': key })),
)
