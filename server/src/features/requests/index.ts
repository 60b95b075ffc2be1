export { isRequestOver } from './answers/visit.ts'
export { askCustomers } from './campaigns/ask-customers.ts'
export { findAskedRequest, noteAutomaticAnswer, noteBounce, takeEmailedAnswer } from './emailed-answers.ts'
export { findLinkSecret, linkSecretOf } from './link-secret.ts'
export {
  businessReplyAddress,
  type ReplyTarget,
  readReplyAddress,
  replyAddressFor,
} from './reply-addresses.ts'
export { closeRequest, createRequest, getRequest, listRequests } from './requests.ts'
