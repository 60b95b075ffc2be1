import * as contract from '@exempta/contract/certificates'
import * as fill from '@exempta/contract/certificates/fill'
import * as wallet from '@exempta/contract/certificates/wallet'
import { forms } from '@exempta/knowledge/forms'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { confirmExemption, getReading, withdrawExemption } from './reading/confirm-exemption.ts'
import { summaryOf } from './reading/read-certificates.ts'
import { fillCertificates, listFilled, shareFilled } from './wallet/fill-certificates.ts'
import { getFillForm } from './wallet/fill-form.ts'
import { listSellersOf, listWallet } from './wallet/list-wallet.ts'
import { getRenewal, renewCertificate } from './wallet/renew-certificate.ts'

export const certificateRoutes = (services: Services): Implementation[] => [
  implement(contract.listForms, async () => ({ forms: [...forms.values()].map(summaryOf) })),
  implement(contract.getReading, ({ call, params }) => getReading(services, call, params.id)),
  implement(contract.confirmExemption, ({ call, params, body }) =>
    confirmExemption(services, call, { id: params.id, ...body }),
  ),
  implement(contract.withdrawExemption, ({ call, params }) => withdrawExemption(services, call, params.id)),

  implement(wallet.listWallet, ({ call, query }) => listWallet(services, call, query)),
  implement(wallet.listWalletSellers, ({ call }) => listSellersOf(services, call)),
  implement(wallet.getRenewal, ({ call, params, query }) =>
    getRenewal(services, call, { id: params.id, with: query.with }),
  ),
  implement(wallet.renewCertificate, ({ call, params, body }) =>
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
