/** One environment variable: `npm run generate` writes docs/configuration.md from this table. */
interface Variable {
  readonly about: string
  readonly fallback: string | undefined
}

/** All environment variables that a process reads. */
export const variables = {
  PORT: { about: 'Port the server listens on; 0 picks a free one.', fallback: '8080' },
  HOST: {
    about: 'Address the server listens on. Use 0.0.0.0 behind a proxy or in a container.',
    fallback: '127.0.0.1',
  },
  PUBLIC_URL: {
    about: 'Address callers use, without a trailing slash. https here turns on secure cookies.',
    fallback: undefined,
  },
  DATA_DIR: { about: 'Folder of the embedded database, keys and files.', fallback: undefined },
  DATABASE_URL: {
    about:
      'Any PostgreSQL 15 or newer to use instead of the embedded one. With several hosts the primary among them is used: ' +
      'postgres://user:password@a:5432,b:5432/name, or postgres:///name?host=/run/a,/run/b for sockets.',
    fallback: undefined,
  },
  BACKUP_WAL_DIR: {
    about:
      'Folder on another disk or machine into which the embedded PostgreSQL archives its log every 30 s, so that it can be ' +
      'restored to any moment; see the guide on backups.',
    fallback: undefined,
  },
  BACKUP_RECIPIENTS: {
    about:
      'Comma-separated public keys of age (age1…) that backups and exports are encrypted to. The secret key stays elsewhere: only a ' +
      'restore needs it. `cartage key identity FILE` makes one. Empty: backups are not encrypted.',
    fallback: '',
  },
  MASTER_KEY_FILE: {
    about: 'File with the key that encrypts secrets in the database; created on first start under DATA_DIR.',
    fallback: undefined,
  },
  POOL_SIZE: { about: 'Database connections for requests of one process.', fallback: '12' },
  KEPT_ANSWERS_MB: {
    about:
      'Memory of one process for answers that are sent again while nothing in them has changed, such as orders that a system ' +
      'reads every minute; 0 keeps none.',
    fallback: '64',
  },
  LOG_LEVEL: { about: 'trace, debug, info, warn, error or silent.', fallback: 'info' },
  ACCESS_LOG: {
    about:
      'One JSON line a request, refusals included: off, stdout, or the path of a file, which may be moved away to rotate ' +
      'it.',
    fallback: 'off',
  },
  METRICS_TOKEN: {
    about:
      'Token that readers of /metrics send as Authorization: Bearer, at least 16 characters. Without it only requests from this machine that came through ' +
      'no proxy get figures.',
    fallback: undefined,
  },
  SECURITY_CONTACT: {
    about:
      'Where flaws are reported, such as mailto:security@haulier.example or an https address; /.well-known/security.txt says ' +
      'so. Without it there is none.',
    fallback: undefined,
  },
  DRAIN_SECONDS: {
    about:
      'How long a process that was asked to stop goes on answering while /readyz says 503, so that a proxy sends its ' +
      'requests elsewhere: 0 to 60.',
    fallback: '0',
  },
  CANARY_MINUTES: {
    about:
      'How often a tenant of its own, cartage-canary, tries to read records of the other tenants; 0 is never. What it can ' +
      'read is in the log as fatal, and in /metrics. `cartage canary` does it once.',
    fallback: '0',
  },
  TRUST_PROXY: {
    about:
      'Which proxies are trusted to set X-Forwarded-For, -Proto and -Host: how many are in front (1 for ' +
      'one), or their addresses and networks, such as 10.0.0.5,192.168.8.0/24. Empty: none.',
    fallback: undefined,
  },
  OUTBOUND_ALLOW: {
    about: 'Comma-separated private networks (CIDR) that webhooks may reach.',
    fallback: '',
  },
  OUTBOUND_PORTS: {
    about: 'Comma-separated ports that endpoints on the public internet may use besides 443, 8443 and 22 (SFTP).',
    fallback: '',
  },
  FOLDER_ROOTS: {
    about:
      'Comma-separated folders of this machine for the files of endpoints. Below each, a tenant has the folder that is called like its ' +
      'slug; SLUG=/folder gives one tenant all of that folder. None when empty.',
    fallback: '',
  },
  PAGE_SIZE: {
    about: 'Entries per page of a list. Clients expect 100; use a smaller one to test paging.',
    fallback: '100',
  },
  DOCUMENT_STORE: {
    about: 'Where documents are stored: files (under DATA_DIR) or s3.',
    fallback: 'files',
  },
  S3_ENDPOINT: {
    about: 'For DOCUMENT_STORE=s3: address of the store, such as https://s3.eu-west-1.amazonaws.com.',
    fallback: undefined,
  },
  S3_BUCKET: { about: 'For DOCUMENT_STORE=s3: the bucket, which must exist.', fallback: undefined },
  S3_PREFIX: { about: 'For DOCUMENT_STORE=s3: prefix of all object names.', fallback: 'cartage' },
  S3_REGION: { about: 'For DOCUMENT_STORE=s3: region used to sign requests.', fallback: 'us-east-1' },
  S3_ACCESS_KEY_ID: { about: 'For DOCUMENT_STORE=s3: id of the access key.', fallback: undefined },
  S3_SECRET_KEY_FILE: { about: 'For DOCUMENT_STORE=s3: file with the secret of the access key.', fallback: undefined },
  UPLOAD_MB_PER_SENDER: {
    about:
      'Megabytes of files that one link, or one API client of a customer, may upload in a day (UTC); 0 for no limit.',
    fallback: '500',
  },
  UPLOAD_MB_PER_TENANT: {
    about: 'Megabytes of files that may be uploaded for one tenant in a day (UTC); 0 for no limit.',
    fallback: '20000',
  },
  UPLOAD_RESERVE_PERCENT: {
    about: 'Files are refused when less than this share of the disk is free, so that the database can go on.',
    fallback: '10',
  },
  DOCUMENT_LINK_DAYS: {
    about: 'Days that document links in events work without credentials; they begin with PUBLIC_URL.',
    fallback: '30',
  },
  DOCUMENT_SCAN: {
    about: 'Virus scanning by your own scanner: off, allow (files can be downloaded before they are scanned) or wait.',
    fallback: 'off',
  },
  POSITION_RETENTION_DAYS: {
    about: 'Days positions and other telematics of resources are kept.',
    fallback: '90',
  },
  ROUTING_URL: {
    about:
      'Routing engine for road distances, such as http://10.0.0.5:5000; it may be on a private network. Tenants can set ' +
      'their own. Without one, distances are estimated.',
    fallback: undefined,
  },
  ROUTING_ENGINE: { about: 'For ROUTING_URL: osrm, valhalla or graphhopper.', fallback: 'osrm' },
  ROUTING_PROFILE: {
    about: 'For ROUTING_URL: its profile; driving for OSRM and truck for the others when empty.',
    fallback: undefined,
  },
  ROUTING_VAN_PROFILE: {
    about:
      'For ROUTING_URL: its profile for vans up to 3.5 t; when empty auto for Valhalla without a profile, else as for lorries.',
    fallback: undefined,
  },
  ROUTING_ADR_PROFILE: {
    about: 'For ROUTING_URL: its profile for dangerous goods; as for other goods when empty.',
    fallback: undefined,
  },
  ROUTING_MEASURES: {
    about:
      'For ROUTING_URL with graphhopper: yes when its map has the limits of roads (max_height, max_width, max_length, ' +
      'max_weight, max_axle_load, hazmat, hazmat_tunnel). Valhalla gets the measures of vehicles always.',
    fallback: 'no',
  },
  GEOCODING_URL: {
    about:
      'Geocoder that is asked where a place is when the built-in towns and postal codes cannot say, such as http://10.0.0.5:2322; it may ' +
      'be on a private network. Street, postal code, town and country of locations are sent to it. Off without it.',
    fallback: undefined,
  },
  GEOCODING_ENGINE: { about: 'For GEOCODING_URL: photon or nominatim.', fallback: 'photon' },
  GEOCODING_CONTACT: {
    about: 'E-mail address or web address in the User-Agent of requests to the geocoder, which public ones demand.',
    fallback: undefined,
  },
  GEOCODING_PER_SECOND: {
    about:
      'Requests a second that each process sends to the geocoder at most, from 0.01 to 100. The public Nominatim allows 1 of all.',
    fallback: '1',
  },
  MAP_TILES: {
    about:
      'Roads on the maps: a PMTiles file, or its https address, with the layers of Protomaps or OpenMapTiles. Without it ' +
      'maps show coasts, borders, rivers and towns. Browsers read an address themselves: it must allow other origins (CORS).',
    fallback: undefined,
  },
  SMTP_URL: {
    about:
      'Mail server that sends invitations and resets: smtps://user:password@host:465 or smtp://host:587; it needs ' +
      'PUBLIC_URL and SMTP_FROM. Without it, links are shown to copy.',
    fallback: undefined,
  },
  SMTP_FROM: {
    about: 'For SMTP_URL: sender of these e-mails, such as Cartage <tms@haulier.example>.',
    fallback: undefined,
  },
  SMTP_TENANT_FROM: {
    about:
      'For SMTP_URL: address that e-mails of tenants without a mail server come from, with the name of the tenant, such as ' +
      'noreply@mail.tms.example; another than that of SMTP_FROM. Without it, tenants need a mail server of their own.',
    fallback: undefined,
  },
  SMTP_TENANT_PER_DAY: {
    about: 'E-mails that one tenant without a mail server may send in a day (UTC).',
    fallback: '500',
  },
  SMTP_PLAIN: {
    about:
      'Whether letters may travel unencrypted to an SMTP_URL without a login: never, or private for a server on this machine or a ' +
      'private network that offers no encryption.',
    fallback: 'never',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'OpenTelemetry collector that traces go to, such as http://10.0.0.5:4318 (OTLP over HTTP). Without one there are none.',
    fallback: undefined,
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    about: 'The same with its whole path, such as https://traces.example/otlp/v1/traces; it goes first.',
    fallback: undefined,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers of requests to the collector, such as authorization=Bearer%20key; several with commas between.',
    fallback: undefined,
  },
  OTEL_SERVICE_NAME: { about: 'Name of this installation in traces.', fallback: 'cartage' },
  OTEL_TRACES_SAMPLER: {
    about:
      'Which traces are sent: always_on, always_off or traceidratio, or one of them after parentbased_ to do as the caller does.',
    fallback: 'parentbased_always_on',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'For traceidratio: the part of the traces that is sent, 0 to 1.',
    fallback: undefined,
  },
  OTEL_SDK_DISABLED: { about: 'true turns traces off whatever else is set.', fallback: undefined },
  DEMO: {
    about:
      'Contents of the demo tenant on the first start: sample (a haulier with its fleet, orders and trips) or reference ' +
      '(only reference data and companies).',
    fallback: 'sample',
  },
  CARTAGE_CRASH_AT: {
    about: 'Tests only: ends the process at a named place. Rejected unless NODE_ENV is test.',
    fallback: undefined,
  },
} as const satisfies Record<string, Variable>

/** Name of an environment variable. */
export type VariableName = keyof typeof variables
/** The variables for the documentation page. */
export const variableDocs: Readonly<Record<VariableName, Variable>> = variables
