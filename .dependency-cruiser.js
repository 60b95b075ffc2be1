/** Who may import whom. `scripts/checks/import-rules.test.ts` breaks every rule once and must see it reported. */

const test = String.raw`(\.(test|fixture)\.tsx?|/test/.*)$`
const ours = '^(contract|knowledge|redaction|server|web|e2e|bench|scripts)/'

/** The features of the server from the bottom up: each may use those before it. docs/architecture.md draws it. */
export const featureOrder = [
  'notifications',
  'chat',
  'accounts',
  'public',
  'businesses',
  'single-sign-on',
  'api',
  'customers',
  'coverage',
  'sharing',
  'documents',
  'knowledge',
  'certificates',
  'privacy',
  'requests',
  'review',
  'archive',
  'inbound',
  'binders',
  'reports',
  'admin',
]

/** The folders of the platform, and of the engine, in the same way. What is in no folder may be used by all of them. */
const platformOrder = [
  ...[
    'outgoing',
    'pdf',
    'sandbox',
    'db',
    'crypto',
    'jobs',
    'months',
    'storage',
    'forms',
    'csv',
    'audit',
    'settings',
    'rules',
    'email',
  ],
  ...['one-time-links', 'realtime', 'http', 'idempotency', 'metrics', 'clock-mark', 'backup'],
]
const engineOrder = ['geometry', 'picture', 'reader', 'text', 'page', 'card', 'document', 'form', 'check']

const connectingPackages = 'node_modules/(nodemailer|imapflow|@aws-sdk|undici)/'
const databasePackages = 'node_modules/(pg|pg-boss|@electric-sql/pglite)/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule(
      'no-cycles',
      'Two files that import each other cannot be understood apart, even if it is only for types.',
      {},
      { circular: true },
    ),
    rule('resolvable', 'An import must lead to a file or a package.', {}, { couldNotResolve: true }),
    rule(
      'no-barrels',
      'Index files are the public entries of a package or a feature, nothing else.',
      { path: ours },
      {
        path: String.raw`^(contract|knowledge|redaction|server|web|e2e|bench|scripts)/(?!node_modules).*/index\.tsx?$`,
        pathNot: String.raw`^(redaction/src/(text/)?|server/src/features/[^/]+/)index\.ts$`,
      },
    ),
    rule(
      'product-not-to-tests',
      'Product code does not need tests or what they are written with.',
      {
        path: '^(contract|knowledge|redaction|server|web)/src/',
        pathNot: test,
      },
      [
        { path: test },
        { path: 'node_modules/(vitest|fast-check|@playwright/test)/', dependencyTypesNot: ['type-only'] },
      ],
    ),
    rule(
      'runs-without-dev-packages',
      'The program runs where the packages for development are left out. The web app is built with them and then needs none.',
      {
        path: ['^(contract|knowledge|redaction|server)/src/', '^scripts/operators/'],
        pathNot: test,
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),

    rule(
      'contract-imports-zod-only',
      'The contract is read by the browser and by the server: it needs nothing but zod.',
      { path: '^contract/', pathNot: test },
      { pathNot: ['^(contract|knowledge)/', 'node_modules/zod/'] },
    ),
    rule(
      'knowledge-imports-zod-only',
      'What we know about forms and states is data and pure functions.',
      { path: '^knowledge/src/', pathNot: test },
      { pathNot: ['^knowledge/', 'node_modules/zod/'] },
    ),

    rule(
      'redaction-stands-alone',
      'The engine knows forms and rules, and nothing else of ours.',
      { path: '^redaction/' },
      {
        path: ours,
        pathNot: '^(redaction|knowledge)/',
      },
    ),
    inOrder(
      'engine-in-order',
      'A part of the engine uses only parts below it, so none of them form a circle.',
      'redaction/src/',
      engineOrder,
    ),
    rule(
      'redaction-is-pure',
      'Bytes in, bytes out: the engine opens no connection and starts no program.',
      { path: '^redaction/src/', pathNot: test },
      { dependencyTypes: ['core'], path: '^(node:)?(http2?|https|net|tls|dgram|child_process)$' },
    ),
    rule(
      'engine-only-in-the-sandbox',
      'Uploaded bytes are parsed in a process of their own; only its text rules run elsewhere.',
      { path: '^(server|web|e2e|contract)/', pathNot: '^server/src/platform/sandbox/' },
      { path: '^redaction/', pathNot: '^redaction/src/text/index\\.ts$' },
    ),
    rule(
      'text-rules-for-features',
      'Outside the sandbox, the text rules of the engine are for server features and the masking of free text.',
      { path: '^(server|web|e2e)/', pathNot: '^server/src/(features/|platform/(sandbox/|mask-text\\.ts))' },
      { path: '^redaction/src/text/' },
    ),

    rule(
      'platform-below-features',
      'The platform serves the features and knows none of them.',
      { path: '^server/src/platform/', pathNot: test },
      { path: '^server/', pathNot: '^server/src/platform/' },
    ),
    inOrder(
      'platform-in-order',
      'A part of the platform uses only parts below it, so none of them form a circle.',
      'server/src/platform/',
      platformOrder,
    ),
    rule(
      'features-below-the-app',
      'A feature is composed by the app; it does not reach up to it or to its configuration.',
      { path: '^server/src/features/', pathNot: test },
      { path: '^server/', pathNot: '^server/src/(features|platform)/' },
    ),
    rule(
      'features-by-their-entry',
      'A feature uses another one only by its public entry.',
      { path: '^server/src/features/([^/]+)/' },
      {
        path: '^server/src/features/',
        pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/index\\.ts$'],
      },
    ),
    inOrder(
      'features-in-order',
      'A feature uses only features below it, so none of them form a circle. Those above it answer hooks (platform/hooks.ts).',
      'server/src/features/',
      featureOrder,
    ),
    rule(
      'sql-only-in-queries',
      'SQL lives in the queries of a feature.',
      {
        path: '^server/src/',
        pathNot: [
          test,
          '^server/src/platform/',
          String.raw`^server/src/features/.+/queries(\.ts$|/)`,
          String.raw`^server/src/demo/queries\.ts$`,
        ],
      },
      { path: 'node_modules/kysely/' },
    ),
    rule(
      'drivers-only-in-platform',
      'The database and its job queue are behind one door.',
      { path: '^(server/src|contract|web)/', pathNot: [test, '^server/src/platform/'] },
      { path: databasePackages },
    ),
    rule(
      'connections-in-platform',
      'Whoever reaches other machines is in one of these folders, and does so only where the operator set an address.',
      {
        path: '^server/src/',
        pathNot: [test, '^server/src/platform/(outgoing|email|storage|http|realtime)/'],
      },
      { path: ['^(node:)?(dgram|dns|http2?|https|tls)(/|$)', connectingPackages] },
    ),
    rule(
      'routes-without-database',
      'A route calls a verb; the verb opens the transaction.',
      { path: String.raw`^server/src/(features/.+|api-v1/)routes\.ts$` },
      { path: [String.raw`/queries(\.ts$|/)`, '^server/src/platform/db/', 'node_modules/kysely/'] },
    ),
    rule(
      'jobs-in-jobs-files',
      'What runs in the background is found in one place: the `jobs.ts` of a feature or of its part.',
      { path: '^server/src/features/', pathNot: [test, String.raw`/jobs(\.ts$|/)`] },
      { path: '^server/src/platform/jobs/handle\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'server-not-to-web',
      'The server serves the built web app and imports none of it.',
      { path: '^server/', pathNot: test },
      { path: '^(web|e2e|bench|scripts)/' },
    ),

    rule(
      'web-imports-contract-only',
      'The browser shares the contract and what we know with the server, and nothing else.',
      { path: '^web/' },
      { path: ours, pathNot: '^(web|contract|knowledge)/' },
    ),
    rule(
      'web-ui-and-lib-at-the-bottom',
      'The design system and the library know no page and no feature.',
      { path: '^web/src/(ui|lib)/' },
      { path: '^web/src/', pathNot: '^web/src/(ui|lib)/' },
    ),
    rule(
      'web-ui-without-domain',
      'The design system knows nothing of documents, people and shares: pieces that do are in shared or in a feature.',
      { path: '^web/src/ui/' },
      // How typed text is cleaned is no knowledge of the domain.
      { path: '^contract/', pathNot: '^contract/src/text\\.ts$' },
    ),
    rule(
      'web-shared-below-features',
      'Pieces that several features use know no page and no feature.',
      { path: '^web/src/shared/' },
      { path: '^web/src/', pathNot: '^web/src/(shared|ui|lib)/' },
    ),
    rule(
      'web-features-apart',
      'Features of the web app do not know each other; pages are composed in app.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/', pathNot: ['^web/src/(shared|ui|lib)/', '^web/src/features/$1/'] },
    ),

    rule(
      'journeys-from-outside',
      'Journeys see the product as a person does.',
      { path: '^e2e/' },
      { path: ours, pathNot: '^(e2e|contract)/' },
    ),
  ].flat(),
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.react-router|\\.cache|test-results|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
}

/**
 * @param {string} name
 * @param {string} comment
 * @param {object} from
 * @param {object | object[]} to several targets share one name
 */
function rule(name, comment, from, to) {
  return [to].flat().map((target) => ({ name, comment, severity: 'error', from, to: target }))
}

/**
 * The folders of one place from the bottom up: each may use those before it. A folder that isn't listed may use none of
 * them and be used by none, so a new one has to take its place.
 * @param {string} name
 * @param {string} comment
 * @param {string} place
 * @param {readonly string[]} folders
 */
function inOrder(name, comment, place, folders) {
  const below = folders.map((folder, at) => ({ folder, allowed: folders.slice(0, at + 1) }))
  return [
    ...below.flatMap(({ folder, allowed }) =>
      rule(
        name,
        comment,
        { path: `^${place}${folder}/`, pathNot: test },
        { path: `^${place}(?!(${allowed.join('|')})/)[^/]+/`, pathNot: test },
      ),
    ),
    ...rule(
      name,
      comment,
      { path: `^${place}(?!(?:${folders.join('|')})/)([^/]+)/`, pathNot: test },
      { path: `^${place}(?!$1/)[^/]+/`, pathNot: test },
    ),
  ]
}
