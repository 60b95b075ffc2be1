export { isRequestOver } from './answers/visit.ts'
export { closeRequest, createRequest, getRequest, listRequests } from './requests.ts'
