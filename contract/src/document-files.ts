import { z } from 'zod'
import { anyone, only } from './access.ts'
import { limits } from './limits.ts'
import { defineRoute, fileOf } from './route.ts'

const tag = 'Documents'
/** The owner, and people of a business that it is shared with. */
const viewer = only('user', 'business')
const params = z.object({ id: z.uuid() })
/** Names the version a page shows, so that no older picture is taken for it. */
const query = z.object({ v: z.coerce.number().int().min(1).optional() })
const anyType = fileOf('application/pdf', 'image/jpeg', 'image/png')

export const getThumbnail = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/thumbnail',
  summary: 'A small picture of the first redacted page',
  tag,
  access: viewer,
  params,
  query,
  response: fileOf('image/jpeg'),
  errors: ['not-found'],
})

export const getPagePicture = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/pages/:page',
  summary: 'A redacted page as a picture',
  tag,
  access: viewer,
  params: params.extend({ page: z.coerce.number().int().min(1).max(limits.documentPages) }),
  query,
  response: fileOf('image/jpeg', 'image/png'),
  errors: ['not-found'],
})

export const downloadDocument = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/file',
  summary: 'Download the redacted file under its name',
  tag,
  access: viewer,
  params,
  response: anyType,
  errors: ['not-found', 'view-only'],
})

export const createViewLink = defineRoute({
  method: 'POST',
  path: '/api/documents/:id/view-links',
  summary: 'Make a signed link to the redacted file, valid for an hour, to be opened in a new tab',
  tag,
  access: viewer,
  params,
  response: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
  status: 201,
  errors: ['not-found', 'view-only'],
})

/** The link itself is the right to see: it counts only while its viewer still has that right. */
export const viewDocument = defineRoute({
  method: 'GET',
  path: '/api/view/:token',
  summary: 'Open a signed view link',
  tag,
  access: anyone,
  throttle: 'link',
  params: z.object({ token: z.string().max(limits.viewTokenLength) }),
  response: anyType,
  errors: ['not-allowed', 'address-not-allowed', 'gone'],
})

/** Addresses for pictures and downloads, which a page opens without calling. */
export const documentAddress = {
  thumbnail: (id: string, version: number) => `/api/documents/${id}/thumbnail?v=${version}`,
  page: (id: string, version: number, page: number) => `/api/documents/${id}/pages/${page}?v=${version}`,
  download: (id: string) => `/api/documents/${id}/file`,
}
