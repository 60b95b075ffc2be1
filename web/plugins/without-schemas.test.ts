import { expect, test } from 'vitest'
import { withoutSchemas } from './without-schemas.ts'

const people = { source: './people.ts?slim', schemaNames: new Set(['Person']) }

function slim(code: string) {
  return withoutSchemas(code, new Map([['./people.ts', people]]))
}

test('a route keeps its method and path alone', () => {
  const { code, hasRoutes } = slim(`
    import { z } from 'zod'
    import { defineRoute } from './route.ts'
    export const getThing = defineRoute({ method: 'GET', path: '/api/things/:id', body: z.string(), summary: '' })
  `)
  expect(code).toBe("export const getThing = { method: 'GET', path: '/api/things/:id' }")
  expect(hasRoutes).toBe(true)
})

test('schemas go, with whatever is made of them here or next door; the rest stays', () => {
  const { code, schemaNames, hasRoutes } = slim(`
    import { z } from 'zod'
    import { Person, roles } from './people.ts'
    const Name = z.string().min(1)
    export const Named = Person.extend({ name: Name })
    export const listOf = (item) => z.array(item)
    export function isNamed(value) { return Named.safeParse(value).success }
    export const names = { Anna: roles[0] }
    export const pattern = new RegExp(roles.join('|'))
  `)
  expect(code.split('\n')).toEqual([
    "import { roles } from './people.ts?slim'",
    'export const names = { Anna: roles[0] }',
    "export const pattern = /* @__PURE__ */ new RegExp(roles.join('|'))",
  ])
  expect([...schemaNames].sort()).toEqual(['Name', 'Named', 'Person', 'isNamed', 'listOf', 'z'])
  expect(hasRoutes).toBe(false)
})

test('a route that is not written out is refused, not sent without its path', () => {
  expect(() => slim('export const getThing = defineRoute(common)')).toThrow('in place')
})
