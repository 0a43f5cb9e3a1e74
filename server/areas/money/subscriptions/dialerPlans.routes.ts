import * as contract from '#contract/dialerPlans.ts';
import { routes } from '#kernel/http/routes.ts';
import { planHandlers } from './subscriptions.handlers.ts';

const of = planHandlers('dialer');

export const dialerPlanRoutes = routes(contract, {
  listDialerPlans: of.listPlans,
  listDialerEnterprisePlans: of.listEnterprisePlans,
  listDialerSubscriptions: of.listSubscriptions,
  createDialerSubscription: of.createSubscription,
  getDialerSubscription: of.getSubscription,
  updateDialerSubscription: of.updateSubscription,
  cancelDialerSubscription: of.cancelSubscription,
  getDialerActiveSubscription: of.getActiveSubscription,
  getDialerSubscriptionUsage: of.getSubscriptionUsage,
  getDialerPendingSubscription: of.getPendingSubscription,
  listDialerLicences: of.listLicences,
  updateDialerLicence: of.updateLicence,
  orderDialerLicences: of.orderLicences,
  listDialerOrders: of.listOrders,
  getDialerOrder: of.getOrder,
  listDialerAdminPlans: of.listAdminPlans,
  createDialerPlan: of.createPlan,
  getDialerPlan: of.getPlan,
  updateDialerPlan: of.updatePlan,
  deleteDialerPlan: of.deletePlan,
  getDialerAdminUsage: of.getAdminUsage,
  listDialerAdminSubscriptions: of.listAdminSubscriptions,
  grantDialerSubscription: of.grantSubscription,
  activateDialerSubscription: of.activateSubscription,
  endDialerSubscription: of.endSubscription,
  listDialerAdminOrders: of.listAdminOrders,
  grantDialerLicences: of.grantLicences,
  cancelDialerOrder: of.cancelOrder,
});
