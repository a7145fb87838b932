import pg from 'pg'
import { noteLost } from './failure.ts'
import { aim, cut, lose } from './hosts/look.ts'
import type { Hosts } from './hosts/primary.ts'
import { watchSilence } from './silence.ts'

type Connected = (error?: Error | null) => void

/**
 * A connection whose failures can be distinguished from those of files and other machines (see isUnavailable). With
 * `hosts` it connects only to the primary among them. A silent connection is cut.
 */
export class DatabaseClient extends pg.Client {
  private readonly hosts: Hosts | undefined

  constructor(config?: string | (pg.ClientConfig & { hosts?: Hosts | undefined })) {
    super(config)
    this.hosts = typeof config === 'object' ? config.hosts : undefined
    this.on('error', noteLost)
    this.on('notice', (notice) => this.distrustUncopied(notice))
    this.once('connect', () =>
      watchSilence(this, typeof config === 'string' ? { connectionString: config } : (config ?? {})),
    )
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    if (this.hosts !== undefined) return this.settle(this.connectToPrimary(this.hosts), callback)
    if (callback === undefined) {
      return super.connect().catch((error: Error) => {
        throw noteLost(error)
      })
    }
    super.connect((error: Error | null) => callback(error && noteLost(error)))
    return undefined
  }

  private settle(connecting: Promise<pg.Client>, callback: Connected | undefined): Promise<pg.Client> | undefined {
    if (callback === undefined) return connecting
    connecting.then(
      () => callback(null),
      (error: Error) => callback(error),
    )
    return undefined
  }

  private async connectToPrimary(hosts: Hosts): Promise<pg.Client> {
    try {
      const host = await hosts.find()
      if (host !== undefined) aim(this, host)
      await super.connect()
      await hosts.admit(this)
      return this
    } catch (error) {
      cut(this)
      throw noteLost(error as Error)
    }
  }

  /**
   * An operator cancelled a commit's wait for its standby. The primary reports success, but only the primary has the
   * commit. The connection fails, so the caller retries (OPS-6).
   */
  private distrustUncopied({ routine }: { routine?: string | undefined }): void {
    if (routine === 'SyncRepWaitForLSN') lose(this)
  }
}
