export interface ClockMarkSchema {
  clock_mark: { latest: Date }
}
