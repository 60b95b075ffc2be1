export { addToBusiness } from './add-to-business.ts'
export { reviewAutomaticallyJob } from './automatic-review.ts'
export {
  askToSendCorrection,
  type CorrectionTarget,
  keptMeanwhile,
  requestCorrection,
  requireCorrectable,
  sendCorrection,
} from './correct-shares.ts'
export { maskedAddress } from './email-links/live-link.ts'
export { listShares, readHistory } from './list-shares.ts'
export { listReplacements, listWaitingShares } from './queries/corrections.ts'
export { countSharedDocuments, listRecipients, listRejections, recentRecipients } from './queries/list.ts'
export { isLiveAt } from './queries/share-rows.ts'
export {
  announceExemption,
  endSharesOfDocument,
  refreshSharesOfDocument,
  returnShares,
  revokeSharesOf,
} from './revoke-shares.ts'
export { shareDocuments, shareWithin } from './share-documents.ts'
export { applyShareChange } from './share-events.ts'
export { isSameView, recordShareView, sameViewMs } from './share-views.ts'
