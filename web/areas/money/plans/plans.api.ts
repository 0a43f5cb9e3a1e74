// The calls of each product under the same names, so that the screens are written once.
import { useUpdate } from '#app/cable.ts';
import { invalidate } from '#app/queries.ts';
import * as dialer from '#contract/dialerPlans.ts';
import * as texting from '#contract/textingPlans.ts';

export type PlanProduct = 'texting' | 'dialer';

export const plansOf = {
  texting: {
    listPlans: texting.listTextingPlans,
    listEnterprisePlans: texting.listTextingEnterprisePlans,
    listSubscriptions: texting.listTextingSubscriptions,
    createSubscription: texting.createTextingSubscription,
    getSubscription: texting.getTextingSubscription,
    updateSubscription: texting.updateTextingSubscription,
    cancelSubscription: texting.cancelTextingSubscription,
    listLicences: texting.listTextingLicences,
    updateLicence: texting.updateTextingLicence,
    orderLicences: texting.orderTextingLicences,
    listOrders: texting.listTextingOrders,
    listAdminPlans: texting.listTextingAdminPlans,
    createPlan: texting.createTextingPlan,
    updatePlan: texting.updateTextingPlan,
    deletePlan: texting.deleteTextingPlan,
    getAdminUsage: texting.getTextingAdminUsage,
    listAdminSubscriptions: texting.listTextingAdminSubscriptions,
    grantSubscription: texting.grantTextingSubscription,
    activateSubscription: texting.activateTextingSubscription,
    endSubscription: texting.endTextingSubscription,
    listAdminOrders: texting.listTextingAdminOrders,
    grantLicences: texting.grantTextingLicences,
    cancelOrder: texting.cancelTextingOrder,
  },
  dialer: {
    listPlans: dialer.listDialerPlans,
    listEnterprisePlans: dialer.listDialerEnterprisePlans,
    listSubscriptions: dialer.listDialerSubscriptions,
    createSubscription: dialer.createDialerSubscription,
    getSubscription: dialer.getDialerSubscription,
    updateSubscription: dialer.updateDialerSubscription,
    cancelSubscription: dialer.cancelDialerSubscription,
    listLicences: dialer.listDialerLicences,
    updateLicence: dialer.updateDialerLicence,
    orderLicences: dialer.orderDialerLicences,
    listOrders: dialer.listDialerOrders,
    listAdminPlans: dialer.listDialerAdminPlans,
    createPlan: dialer.createDialerPlan,
    updatePlan: dialer.updateDialerPlan,
    deletePlan: dialer.deleteDialerPlan,
    getAdminUsage: dialer.getDialerAdminUsage,
    listAdminSubscriptions: dialer.listDialerAdminSubscriptions,
    grantSubscription: dialer.grantDialerSubscription,
    activateSubscription: dialer.activateDialerSubscription,
    endSubscription: dialer.endDialerSubscription,
    listAdminOrders: dialer.listDialerAdminOrders,
    grantLicences: dialer.grantDialerLicences,
    cancelOrder: dialer.cancelDialerOrder,
  },
} as const;

/** The calls to load again after a change of a subscription. */
export function changedBy(product: PlanProduct) {
  const calls = plansOf[product];
  return [
    calls.listPlans,
    calls.listSubscriptions,
    calls.getSubscription,
    calls.listLicences,
    calls.listOrders,
    calls.listAdminPlans,
    calls.getAdminUsage,
    calls.listAdminSubscriptions,
    calls.listAdminOrders,
  ] as const;
}

export const usePlanChanges = (product: PlanProduct) =>
  useUpdate('subscriptions.changed', () => void invalidate(...changedBy(product)));
