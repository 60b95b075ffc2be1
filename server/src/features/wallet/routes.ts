import * as contract from '@exempta/contract/wallet'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
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
]
