import { area } from '#kernel/area.ts';
import { auditLogRoutes } from './auditLog.routes.ts';

export const auditLogArea = area({ name: 'auditLog', routes: auditLogRoutes });
