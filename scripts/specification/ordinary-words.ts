/** Words with a capital letter, and numbers, that the specification uses without quoting anything. */
export const ordinaryWords: readonly string[] = [
  // Abbreviations
  ...[
    'PDF',
    'JPG',
    'JPEG',
    'PNG',
    'CVC/CVV',
    'CVV',
    'JPG/PNG',
    'IP',
    'QR',
    'MIME',
    'URL',
    'CSV',
    'PUT',
    'MB',
    '2FA',
  ],
  // Headings of its tables
  ...['Group | Routes', 'Operation | Payload', 'Call | Payload / shape', 'Where | Text shown'],
  // References to its own sections and pages
  ...[
    '(see section 9)',
    'as in section 1',
    'use the Upload page',
    'Three FAQs',
    'Privacy, Terms and Security',
  ],
  ...['tax ID and type are local-only fields'],
  // Beginnings of sentences in cells and after labels
  ...['The user is signed out', 'Only logged', 'The message, or', 'Also the error', 'Heading', 'Terms were'],
  ...['It goes to', 'On a fetch failure', 'Deleting a'],
]
