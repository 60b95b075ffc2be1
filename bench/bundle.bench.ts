import path from 'node:path'
import { buildWeb } from '../scripts/operators/build-web.ts'
import { initialScriptBytes } from '../web/scripts/measure-page.ts'
import type { Bench } from './bench.ts'

const client = path.join(import.meta.dirname, '../web/build/client')
const publicLimitKb = 190
const signedInLimitKb = 260

const publicPages = { homeKb: 'index.html', loginKb: 'login/index.html' }
// The build names the route of a page by its address.
const signedInPages = {
  userDashboardKb: 'user/dashboard',
  uploadKb: 'user/upload',
  myDocumentsKb: 'user/documents',
  documentKb: 'user/documents/:id',
  walletKb: 'user/wallet',
  renewKb: 'user/wallet/:id/renew',
  businessDashboardKb: 'business/dashboard',
  receivedDocumentsKb: 'business/documents',
  reviewKb: 'business/documents/:id',
  counterKb: 'business/counter',
  coverageKb: 'business/coverage',
  requestsKb: 'business/requests',
  adminDashboardKb: 'admin/dashboard',
}

export const bench: Bench = {
  summary: 'JavaScript that a page loads before it works, gzip, in kB',
  async run() {
    if (!(await buildWeb({ quiet: true }))) throw new Error('The web app could not be built.')
    const measured = [
      ...Object.entries(publicPages).map(([name, html]) => ({ name, page: { html }, atMost: publicLimitKb })),
      ...Object.entries(signedInPages).map(([name, route]) => ({
        name,
        page: { routes: ['app/portal-layout', route] },
        atMost: signedInLimitKb,
      })),
    ]
    return {
      figures: Object.fromEntries(
        measured.map(({ name, page }) => [name, initialScriptBytes(client, page) / 1000]),
      ),
      limits: Object.fromEntries(measured.map(({ name, atMost }) => [name, { atMost }])),
    }
  },
}
