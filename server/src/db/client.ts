import pg from 'pg'
import { noteLost } from './failure.ts'

type Connected = (error?: Error | null) => void

/** A connection whose failures can be distinguished from those of files and of other machines (see isUnavailable). */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', noteLost)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    if (callback === undefined) {
      return super.connect().catch((error: Error) => {
        throw noteLost(error)
      })
    }
    super.connect((error: Error | null) => callback(error && noteLost(error)))
    return undefined
  }
}
