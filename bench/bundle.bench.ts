import path from 'node:path'
import { buildWeb } from '../scripts/build-web.ts'
import { initialScriptBytes } from '../web/scripts/measure-page.ts'
import type { Bench } from './bench.ts'

const client = path.join(import.meta.dirname, '../web/build/client')
const guarded = (page: string) => ({ routes: ['portal-layout', `pages/${page}`] })
const kilobytes = (bytes: number) => bytes / 1000

export const bench: Bench = {
  summary: 'JavaScript that a page loads before it works, gzip, in kB',
  async run() {
    if (!(await buildWeb({ quiet: true }))) throw new Error('The web app could not be built.')
    const measure = (page: Parameters<typeof initialScriptBytes>[1]) =>
      kilobytes(initialScriptBytes(client, page))
    return {
      figures: {
        homeKb: measure({ html: 'index.html' }),
        loginKb: measure({ html: 'login/index.html' }),
        userDashboardKb: measure(guarded('user/dashboard')),
        uploadKb: measure(guarded('user/upload')),
        myDocumentsKb: measure(guarded('user/documents')),
        walletKb: measure(guarded('user/wallet')),
        renewKb: measure(guarded('user/renew')),
        businessDashboardKb: measure(guarded('business/dashboard')),
        receivedDocumentsKb: measure(guarded('business/documents')),
        counterKb: measure(guarded('business/counter')),
        coverageKb: measure(guarded('business/coverage')),
        requestsKb: measure(guarded('business/requests')),
        adminDashboardKb: measure(guarded('admin/dashboard')),
      },
      limits: {
        homeKb: { atMost: 160 },
        loginKb: { atMost: 160 },
        userDashboardKb: { atMost: 210 },
        uploadKb: { atMost: 210 },
        myDocumentsKb: { atMost: 210 },
        walletKb: { atMost: 210 },
        renewKb: { atMost: 210 },
        businessDashboardKb: { atMost: 210 },
        receivedDocumentsKb: { atMost: 218 },
        counterKb: { atMost: 216 },
        coverageKb: { atMost: 210 },
        requestsKb: { atMost: 210 },
        adminDashboardKb: { atMost: 210 },
      },
    }
  },
}
