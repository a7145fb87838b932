/** Features in order: each may import the ones before it, never those after it. */
export const features = [
  'audit',
  'tenants',
  'auth',
  'usage',
  'events',
  'search',
  'messages',
  'deliveries',
  'documents',
  'locations',
  'companies',
  'resources',
  'unavailabilities',
  'validities',
  'positions',
  'books',
  'rates',
  'orders',
  'trips',
  'tachograph',
  'temperatures',
  'telematics',
  'planning',
  'bookings',
  'papers',
  'charges',
  'billing',
  'accounting',
  'purchases',
  'dispatch',
  'inbound',
  'doors',
  'mails',
  'retention',
  'proofs',
  'payroll',
  'shell',
  'sample',
] as const

/** Folders without domain knowledge; every feature may import them and they import no feature. */
export const shared = ['languages', 'http', 'net', 'db', 'jobs', 'pdf', 'tracing', 'isolated'] as const

/**
 * Folders around the features, which no feature imports: process start, operator endpoints, demo tenant, backup and
 * restore, command line, and test harness.
 */
export const outside = ['process', 'operations', 'demo', 'backup', 'cli', 'testing'] as const

/**
 * Folders of the published part of the contract, in order: each may import the ones before it. The files at its root
 * come first, `index.ts` and its derived files last.
 */
export const contractFolders = [
  'reading',
  'auth',
  'documents',
  'locations',
  'tenants',
  'companies',
  'validities',
  'unavailabilities',
  'resources',
  'books',
  'orders',
  'outbound',
  'trips',
  'events',
  'inbound',
  'charges',
  'billing',
  'accounting',
  'purchases',
] as const

/** Endpoints of our own application (`<noun>/app.ts`, `<noun>/app/`), in order; all come after the published part. */
export const contractApps = [
  'auth',
  'audit',
  'usage',
  'messages',
  'positions',
  'books',
  'planning',
  'documents',
  'locations',
  'companies',
  'validities',
  'resources',
  'unavailabilities',
  'tachograph',
  'bookings',
  'dispatch',
  'rates',
  'charges',
  'billing',
  'accounting',
  'purchases',
  'tenants',
  'deliveries',
  'events',
  'orders',
  'papers',
  'trips',
  'temperatures',
  'doors',
  'mails',
  'retention',
  'proofs',
  'payroll',
] as const

/** Allowed contents of a feature folder, directly or in folders of one noun each. */
export const rooms = [
  'routes',
  'rules',
  'format',
  'drawing',
  'model',
  'store',
  'views',
  'commands',
  'jobs',
  'publish',
  'gateway',
  'labels',
] as const

/** Rooms that may hold SQL. */
export const roomsWithSql = ['store', 'views'] as const

/** Files outside the features' rooms that may hold SQL, and why. */
export const filesWithSql: Readonly<Record<string, string>> = {
  'server/src/operations/health.ts': 'readiness looks at the database itself',
  'server/src/operations/metrics.ts': 'metrics count what waits, over all tenants',
  'server/src/net/loopback.ts': 'the operator’s own setting for endpoints on this machine',
  'server/src/vault.ts': 'the fingerprint of the master key stands beside what it seals',
  'server/src/backup/backup.ts': 'copies whole tables',
  'server/src/backup/moment.ts': 'holds writers while every node takes its snapshot',
  'server/src/backup/rows.ts': 'copies whole tables',
  'server/src/backup/restore.ts': 'copies whole tables',
  'server/src/backup/ended.ts': 'ends what must not outlive a restore, in every table',
  'server/src/backup/archive/base.ts': 'asks PostgreSQL to let its files be copied',
  'server/src/backup/archive/recover.ts': 'ends what must not outlive a restore to a moment',
  'server/src/backup/keys/stored.ts': 'where sealed bytes and digests lie',
  'server/src/backup/keys/versions.ts': 'counts and seals again what the master key protects, in every table',
  'server/src/backup/tenant/tables.ts': 'counts the rows of one tenant in every table',
  'server/src/backup/tenant/key.ts': 'reads the fingerprint of the master key for an export',
  'server/src/backup/tenant/export.ts': 'copies whole tables of one tenant',
  'server/src/backup/tenant/import.ts': 'brings whole tables of one tenant',
  'server/src/backup/tenant/removal.ts': 'removes one tenant from every table',
  'server/src/backup/tenant/removal-mark.ts': 'the operator’s own setting that says how far a removal came',
}

/** Routes that may reject depending on a state, and why. */
export const rejectingRoutes: Readonly<Record<string, string>> = {
  'server/src/auth/authenticate.routes.ts':
    'part of the gate before every route: locked accounts and limits of attempts',
  'server/src/doors/authenticate.routes.ts': 'part of the gate before every route: links that expired or were revoked',
  'server/src/auth/creation-keys.routes.ts': 'part of the gate before every route: what became of the first request',
  'server/src/messages/bulk.routes.ts': 'says of each message in a list what its command answered',
}

/** Tables that belong to the operator and not to one tenant; all others carry tenant_id. */
export const operatorTables = [
  'migration',
  'operator_setting',
  'integration',
  'signing_key',
  'removed_tenant',
  'key_set_aside',
  'failed_attempt',
  'passkey_challenge',
  'rate_holder',
] as const

/** Maximum product files in a folder of the server and the contract, not counting subfolders. */
export const mostFiles = 25

/** A file name that does not describe its content. */
export const forbiddenNames = /(^|[/.-])(helpers?|utils?|types|index|manager|service|common|misc)\.(ts|tsx)$/
