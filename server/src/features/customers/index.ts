export { getByNumber, listChangedCustomers, putByNumber, removeByNumber } from './by-number.ts'
export { findAsked } from './find-asked.ts'
export { matchArrived } from './matching.ts'
export { listAnswers } from './queries/list.ts'
export {
  type CurrentCustomer,
  customersWithTerm,
  type FoundCustomer,
  findAllCurrent,
  findByNumber,
  findCurrent,
  findCustomers,
  findListed,
} from './queries/records.ts'
export { emailTerm, numberTerm, searchedTerms, termsOf } from './search-terms.ts'
export { acceptSuggestion, listSuggestions, refuseSuggestion } from './suggestions.ts'
