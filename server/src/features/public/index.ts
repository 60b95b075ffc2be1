export { isFromRobot } from './form-stamp.ts'
