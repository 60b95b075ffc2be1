import * as contract from '@exempta/contract/wallet'
import * as fill from '@exempta/contract/wallet/fill'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { fillCertificates, listFilled, shareFilled } from './fill-certificates.ts'
import { getFillForm } from './fill-form.ts'
import { listSellersOf, listWallet } from './list-wallet.ts'
import { getRenewal, renewCertificate } from './renew-certificate.ts'

export const walletRoutes = (services: Services): Implementation[] => [
  implement(contract.listWallet, ({ call, query }) => listWallet(services, call, query)),
  implement(contract.listWalletSellers, ({ call }) => listSellersOf(services, call)),
  implement(contract.getRenewal, ({ call, params, query }) =>
    getRenewal(services, call, { id: params.id, with: query.with }),
  ),
  implement(contract.renewCertificate, ({ call, params, body }) =>
    renewCertificate(services, call, { id: params.id, ...body }),
  ),
  implement(fill.getFillForm, ({ call, params }) => getFillForm(services, call, params.id)),
  implement(fill.fillCertificates, ({ call, params, body, reply }) =>
    fillCertificates(services, call, { id: params.id, ...body }, disconnectSignal(reply)),
  ),
  implement(fill.listFilled, ({ call, params }) => listFilled(services, call, params.batchId)),
  implement(fill.shareFilled, ({ call, params, body }) =>
    shareFilled(services, call, { batchId: params.batchId, documentIds: body.documentIds }),
  ),
]
