/** The port is in use. `message` explains how to choose another. */
export class PortBusy extends Error {
  override name = 'PortBusy'
}
