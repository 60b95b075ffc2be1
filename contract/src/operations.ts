import { z } from 'zod'
import { anyone } from './access.ts'
import { defineRoute } from './route.ts'

const tag = 'Operations'

export const getHealth = defineRoute({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the process is alive; touches nothing else',
  tag,
  access: anyone,
  response: z.object({ status: z.literal('ok') }),
})

export const getReady = defineRoute({
  method: 'GET',
  path: '/api/ready',
  summary: 'Whether the process can serve: database reachable and migrated, and no stop under way',
  tag,
  access: anyone,
  response: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
})
