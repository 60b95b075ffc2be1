/** Locations and receipts. */
export const limits = {
  locations: 200,
  customersFound: 10,
  explainedReceipts: 20,
  receiptsKeptYears: 7,
  // A binder covers up to seven years, and an audit may take three more.
  saleMaxAgeYears: 10,
} as const
