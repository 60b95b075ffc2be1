/** The Model Context Protocol at /mcp: streamable HTTP without sessions, so any replica answers any call. */
import { callAssistantTools, refuseAssistantStream } from '@exempta/contract/api/mcp'
import { version } from '@exempta/contract/version'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { registerTools } from './mcp-tools.ts'

const instructions =
  'Exempta keeps tax-exemption certificates of a business’s customers and answers whether a sale is covered. Answers are ' +
  'about certificates, never about what is taxable. Say “not known” where an answer says so, and name the rule that it rests on.'

export const mcpRoutes = (services: Services): Implementation[] => [
  implement(callAssistantTools, async ({ call, body, request, reply }) => {
    const answer = await answerTo(services, call, request, body)
    const text = await answer.text()
    if (answer.status === 200) return JSON.parse(text)
    // A notification has no answer, and what isn't JSON-RPC is refused in the protocol's own words.
    await reply
      .code(answer.status)
      .type('application/json')
      .send(text || undefined)
    return { jsonrpc: '2.0' as const }
  }),
  implement(refuseAssistantStream, async ({ reply }) => {
    reply.header('allow', 'POST')
    throw new AppError('method-not-allowed')
  }),
]

/** Loaded with the first call: most installations have no assistants. */
async function loadProtocol() {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js')
  const streamable = await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js')
  return { McpServer, Transport: streamable.WebStandardStreamableHTTPServerTransport }
}

async function answerTo(
  services: Services,
  call: Call,
  { headers, log }: FastifyRequest,
  parsedBody: object,
): Promise<Response> {
  const { McpServer, Transport } = await loadProtocol()
  const server = new McpServer({ name: 'exempta', version }, { instructions })
  registerTools(server, services, call, log)
  const transport = new Transport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const { accept = '', 'mcp-protocol-version': protocol } = headers
    const asked = new Request(new URL(callAssistantTools.path, services.publicUrl), {
      method: 'POST',
      headers: {
        accept,
        'content-type': 'application/json',
        ...(typeof protocol === 'string' && { 'mcp-protocol-version': protocol }),
      },
    })
    return await transport.handleRequest(asked, { parsedBody })
  } finally {
    await server.close()
  }
}
