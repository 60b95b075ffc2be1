/** Of the product, as people see it. The version of the API is in its paths. */
export const version = '0.2.0'
