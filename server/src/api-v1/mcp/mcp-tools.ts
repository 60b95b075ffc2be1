/** What assistants may do: the verbs of the pages and of the API, with the rights of the key. */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createRequest as createRequestRoute, getPage } from '@exempta/contract/api/v1'
import {
  CoverageAnswer,
  CoverageCustomer,
  Sale,
  searchCustomers as searchRoute,
} from '@exempta/contract/coverage'
import { TaxedSale, WhyTaxed } from '@exempta/contract/coverage/why-taxed'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import {
  answerForProgram,
  explainTax,
  listCustomerAnswers,
  searchCustomers,
} from '../../features/coverage/index.ts'
import { openPagePicture } from '../../features/documents/index.ts'
import { createRequest } from '../../features/requests/index.ts'
import { findReceivedDocumentId } from '../../features/review/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import { maskFields } from '../../platform/mask-text.ts'
import type { Services } from '../../platform/services.ts'

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }
interface Result {
  [field: string]: unknown
  content: Content[]
  isError?: true
}

const asText = (value: unknown): Result => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })

const customerId = z.uuid().describe('As find_customer returns it')

export function registerTools(
  server: McpServer,
  services: Services,
  call: Call,
  log: Pick<FastifyBaseLogger, 'error'>,
): void {
  const { actor } = call
  const isReading = { readOnlyHint: true, openWorldHint: false }
  /** Every call is in the audit log before anything is answered. */
  const run =
    <Input>(tool: string, work: (input: Input) => Promise<Result>) =>
    async (input: Input): Promise<Result> => {
      try {
        await recordCall(services, call, tool)
        return await work(input)
      } catch (error) {
        if (!(error instanceof AppError)) log.error({ err: error }, 'a tool failed')
        return { isError: true, content: [{ type: 'text', text: textOf(error) }] }
      }
    }

  server.registerTool(
    'find_customer',
    {
      title: 'Find a customer',
      description:
        'Find customers by the beginning of a name or email address, or by the last four digits of a number',
      inputSchema: searchRoute.query.shape,
      annotations: isReading,
    },
    run('find_customer', async ({ search }: z.output<typeof searchRoute.query>) => {
      const { items } = await searchCustomers(services, call, search)
      return asText({ customers: items.map((one) => CoverageCustomer.parse(one)) })
    }),
  )

  const Question = z.object({ customerId, ...Sale })
  server.registerTool(
    'check_coverage',
    {
      title: 'Check whether a sale is covered',
      description:
        'Whether a certificate covers a sale to a customer, why, and the published rule behind each reason. Nothing is saved.',
      inputSchema: Question.shape,
      annotations: isReading,
    },
    run('check_coverage', async ({ customerId: id, ...sale }: z.output<typeof Question>) => {
      const asked = { ...sale, customer: { id }, record: false, reference: null, isTaxed: null }
      return asText(CoverageAnswer.parse(await answerForProgram(services, call, asked)))
    }),
  )

  const Of = z.object({ customerId })
  server.registerTool(
    'list_missing',
    {
      title: 'List what is missing',
      description:
        'The states where a customer buys or has a certificate, and what is missing or open there today',
      inputSchema: Of.shape,
      annotations: isReading,
    },
    run('list_missing', async ({ customerId: id }: z.output<typeof Of>) => {
      const { items } = await listCustomerAnswers(services, call, id)
      const isOpen = ({ verdict }: CoverageAnswer) => verdict === 'check' || verdict === 'not-covered'
      return asText({
        covered: items.filter((one) => !isOpen(one)).map(({ state }) => state),
        missing: items.filter(isOpen).map((one) => CoverageAnswer.parse(one)),
      })
    }),
  )

  const Taxed = z.object({ customerId, state: TaxedSale.state, on: TaxedSale.on, kind: TaxedSale.kind })
  server.registerTool(
    'why_was_tax_charged',
    {
      title: 'Find out why tax was charged',
      description:
        'What was known on the day of a sale, what is known today, the first difference, and what to do',
      inputSchema: Taxed.shape,
      annotations: isReading,
    },
    run('why_was_tax_charged', async ({ customerId: id, ...sale }: z.output<typeof Taxed>) =>
      asText(WhyTaxed.parse(await explainTax(services, call, { id, ...sale }))),
    ),
  )

  const Page = z.object({
    receivedId: z.uuid().describe('As answers name the certificate'),
    page: getPage.params.shape.page,
  })
  server.registerTool(
    'look_at_page',
    {
      title: 'Look at a page',
      description: 'A redacted page of a certificate as an image. Its owner sees that it was viewed.',
      inputSchema: Page.shape,
      annotations: isReading,
    },
    run('look_at_page', async ({ receivedId, page }: z.output<typeof Page>) => {
      const id = await findReceivedDocumentId(services, call, receivedId)
      const {
        content,
        contentType,
        sizeBytes = 0,
        recordOpening,
      } = await openPagePicture(services, call, {
        id,
        version: undefined,
        page,
      })
      await recordOpening()
      const stream = content instanceof Readable ? content : await content({ start: 0, end: sizeBytes })
      const data = (await buffer(stream)).toString('base64')
      return { content: [{ type: 'image', data, mimeType: contentType }] }
    }),
  )

  if (actor.kind !== 'key' || !actor.canReview) return
  server.registerTool(
    'ask_for_certificate',
    {
      title: 'Ask for a certificate',
      description:
        'Ask a customer for a certificate: by email, or with a link to hand on if there is no address',
      inputSchema: createRequestRoute.body.shape,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    run('ask_for_certificate', async (input: z.output<typeof createRequestRoute.body>) => {
      const { body } = maskFields(input, createRequestRoute.freeText)
      const request = await createRequest(services, call, { ...body, isCopied: false })
      return asText(createRequestRoute.response.parse(request))
    }),
  )
}

function recordCall({ clock, database }: Services, call: Call, tool: string): Promise<void> {
  const member = memberOf(call)
  return database.transact(member, (tx) =>
    recordAudit(tx, call, { at: clock.now(), action: 'assistant.call', details: { tool } }),
  )
}

/** What the pages would say. Nothing of an unexpected error leaves the server. */
function textOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'Something went wrong on our side. Please try again.'
  return [error.message, ...(error.fields ?? []).map(({ path, message }) => `${path}: ${message}`)].join(' ')
}
