import * as contract from '#contract/textingPlans.ts';
import { routes } from '#kernel/http/routes.ts';
import { planHandlers } from './subscriptions.handlers.ts';

const of = planHandlers('texting');

export const textingPlanRoutes = routes(contract, {
  listTextingPlans: of.listPlans,
  listTextingEnterprisePlans: of.listEnterprisePlans,
  listTextingSubscriptions: of.listSubscriptions,
  createTextingSubscription: of.createSubscription,
  getTextingSubscription: of.getSubscription,
  updateTextingSubscription: of.updateSubscription,
  cancelTextingSubscription: of.cancelSubscription,
  getTextingActiveSubscription: of.getActiveSubscription,
  getTextingSubscriptionUsage: of.getSubscriptionUsage,
  getTextingPendingSubscription: of.getPendingSubscription,
  listTextingLicences: of.listLicences,
  updateTextingLicence: of.updateLicence,
  orderTextingLicences: of.orderLicences,
  listTextingOrders: of.listOrders,
  getTextingOrder: of.getOrder,
  listTextingAdminPlans: of.listAdminPlans,
  createTextingPlan: of.createPlan,
  getTextingPlan: of.getPlan,
  updateTextingPlan: of.updatePlan,
  deleteTextingPlan: of.deletePlan,
  getTextingAdminUsage: of.getAdminUsage,
  listTextingAdminSubscriptions: of.listAdminSubscriptions,
  grantTextingSubscription: of.grantSubscription,
  activateTextingSubscription: of.activateSubscription,
  endTextingSubscription: of.endSubscription,
  listTextingAdminOrders: of.listAdminOrders,
  grantTextingLicences: of.grantLicences,
  cancelTextingOrder: of.cancelOrder,
});
