export { isFromRobot } from './is-from-robot.ts'
export { publicFormRoutes } from './routes.ts'
