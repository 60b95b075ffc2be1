import { z } from 'zod'
import { anyone, apiKey } from '../access.ts'
import { defineRoute } from '../route.ts'

/** JSON-RPC: which methods and tools there are, the server says itself. */
const Message = z.looseObject({ jsonrpc: z.literal('2.0') })

export const callAssistantTools = defineRoute({
  method: 'POST',
  path: '/mcp',
  summary: 'Model Context Protocol (streamable HTTP): the tools that an assistant may use with an API key',
  tag: 'API: assistants',
  access: apiKey('read'),
  body: Message,
  response: Message,
})

/** Clients ask for it, and go on without one. */
export const refuseAssistantStream = defineRoute({
  method: 'GET',
  path: '/mcp',
  summary: 'Say that there is no stream of events: answers come with their calls',
  tag: 'API: assistants',
  access: anyone,
  isSameForAll: true,
  response: 'nothing',
  errors: ['method-not-allowed'],
})
