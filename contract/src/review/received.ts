/** Apart from the other routes of reviews, because only the workspace needs the shape of a reading. */
import { z } from 'zod'
import { ReceivedReading } from '../certificates.ts'
import { member, params, ReceivedDocument, tag } from '../review.ts'
import { defineRoute } from '../route.ts'

/** Images, downloads and view links use the document routes with the document's own id. */
export const getReceived = defineRoute({
  method: 'GET',
  path: '/api/received/:id',
  summary: 'Get a received document, its page sizes and what it says',
  tag,
  access: member,
  params,
  response: ReceivedDocument.extend({
    pages: z.array(z.object({ page: z.int(), width: z.int(), height: z.int() })),
    reading: ReceivedReading.describe('What was read, where, and what the owner confirmed'),
  }),
  errors: ['not-allowed', 'not-found'],
})
