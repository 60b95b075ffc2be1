export { isRequestOver } from './answers/visit.ts'
export { askCustomers } from './campaigns/ask-customers.ts'
export { closeRequest, createRequest, getRequest, listRequests } from './requests.ts'
